//! The file that says where the server is, and who we are there.

use crate::house::{run_in, start_in};
use crate::security::roles;
use crate::server::{Folder, Server};
use std::fs;

#[test]
fn address_and_user_come_from_the_file_and_no_password_is_shown() {
    let (server, folder) = (Server::with(&roles()), Folder::new());
    fs::create_dir(folder.0.join("andor")).unwrap();
    let surroundings = [("XDG_CONFIG_HOME", folder.path(""))];
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).unwrap();
    write("andor/secret.password", "worker-secret\n");
    write("coordinator.password", "coordinator-secret\n");
    let url = server.url();
    let about = |user: &str, file: &str| {
        format!("nats = \"{url}\"\nuser = \"{user}\"\npassword-file = \"{file}\"\n")
    };
    // In the usual place, the password beside it; and a file of another name.
    write("andor/cluster.toml", &about("worker", "secret.password"));
    write("other.toml", &about("coordinator", "coordinator.password"));
    let (other, state) = (folder.path("other.toml"), folder.path("state"));
    let worker = start_in(&folder, &["worker", "--memory", "32MiB"], &surroundings);
    let words = ["coordinate", "breakthrough:3x4", "--config", &other, "--state", &state, "--json"];
    let ended = run_in(&folder, &words, &surroundings);
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    let worked = worker.end();
    assert_eq!(worked.code, Some(0), "{worked:?}");
    // The password is for the server of the file, and for no other.
    let elsewhere = ["status", "--nats", &url];
    let refused = run_in(&folder, &elsewhere, &surroundings);
    assert!(refused.code == Some(2) && refused.err.contains("authorization"), "{refused:?}");
    // A wrong one is refused at once, and so is a file that makes no sense; nothing of it is shown.
    write("andor/secret.password", "wrong-secret");
    let refused = run_in(&folder, &["worker"], &surroundings);
    assert!(refused.code == Some(2) && refused.err.contains("authorization"), "{refused:?}");
    for text in ["password = \"my-secret\"", "nats = \"secret", "nats = \"nats://me:secret@host\""]
    {
        write("andor/cluster.toml", text);
        for command in ["worker", "status"] {
            let refused = run_in(&folder, &[command], &surroundings);
            assert_eq!(refused.code, Some(2), "{text}: {refused:?}");
            assert_eq!(refused.err.trim().lines().count(), 1, "{text}: {refused:?}");
            assert!(!refused.err.contains("secret"), "{text}: {refused:?}");
        }
    }
    fs::remove_file(folder.0.join("andor/cluster.toml")).unwrap();
    let refused = run_in(&folder, &["worker"], &surroundings);
    assert!(refused.code == Some(2) && refused.err.contains("cluster.toml"), "{refused:?}");
    let nobody = ["status", "--config", "nowhere.toml", "--nats", "nats://host"];
    let refused = run_in(&folder, &nobody, &surroundings);
    assert!(
        refused.err.contains("--config \"nowhere.toml\": there is no such file"),
        "{refused:?}"
    );
}
