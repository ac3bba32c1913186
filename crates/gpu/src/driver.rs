//! CUDA's driver and its run-time compiler, loaded when they are asked for: a build needs neither.
//!
//! ```text
//!   libcuda    the driver: cards, memory, programs      NVIDIA's driver brings it
//!   libnvrtc   the compiler of C++ for cards            the CUDA toolkit brings it
//! ```
//!
//! The only unsafe code of this crate. Functions of a C library are called by hand-written signatures
//! (NVIDIA, *CUDA Driver API* and *NVRTC*, version 11 and later), and memory of a card is read and
//! written within the bounds that are known here. What a program does on the card is its own affair: it
//! cannot touch the memory of this process.
#![allow(unsafe_code)]

#[cfg(not(any(unix, windows)))]
use crate::no_libraries as libloading;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::fmt;
use std::ptr::{null, null_mut};
use std::sync::{Arc, OnceLock};

/// Why a card does not do what it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardError {
    /// There is none, or it cannot be used.
    Missing(String),
    /// It has not so much memory.
    Memory(u64),
    /// It failed.
    Failed(String),
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Missing(why) => f.write_str(why),
            CardError::Memory(bytes) => write!(f, "the card gives no {bytes} bytes"),
            CardError::Failed(why) => write!(f, "the card failed: {why}"),
        }
    }
}

impl std::error::Error for CardError {}

/// Declares the functions of a library by their C names and the types of their arguments; each returns a
/// number, 0 for success.
macro_rules! library {
    ($name:ident { $($function:ident = $symbol:literal ($($argument:ty),*);)* }) => {
        struct $name {
            $($function: unsafe extern "C" fn($($argument),*) -> c_int,)*
            _library: libloading::Library,
        }

        impl $name {
            /// Loads the first of these files that is there.
            fn load(files: &[&str]) -> Result<$name, String> {
                let mut why = String::new();
                for file in files {
                    // SAFETY: libraries of NVIDIA, whose initialisers are meant to be run by anybody.
                    match unsafe { libloading::Library::new(file) } {
                        // SAFETY: the signatures are those of the library's documentation.
                        Ok(library) => unsafe {
                            return Ok($name {
                                $($function: *library
                                    .get(concat!($symbol, "\0").as_bytes())
                                    .map_err(|_| format!("{file} has no {}", $symbol))?,)*
                                _library: library,
                            });
                        },
                        Err(_) => why = format!("{} is not there", files[0]),
                    }
                }
                Err(why)
            }
        }
    };
}

type Pointer = *mut c_void;
type DevicePointer = u64;

library!(Driver {
    init = "cuInit" (c_uint);
    error_text = "cuGetErrorString" (c_int, *mut *const c_char);
    device_count = "cuDeviceGetCount" (*mut c_int);
    device = "cuDeviceGet" (*mut c_int, c_int);
    device_name = "cuDeviceGetName" (*mut c_char, c_int, c_int);
    device_memory = "cuDeviceTotalMem_v2" (*mut usize, c_int);
    device_attribute = "cuDeviceGetAttribute" (*mut c_int, c_int, c_int);
    retain = "cuDevicePrimaryCtxRetain" (*mut Pointer, c_int);
    release = "cuDevicePrimaryCtxRelease_v2" (c_int);
    set_current = "cuCtxSetCurrent" (Pointer);
    synchronize = "cuCtxSynchronize" ();
    memory_info = "cuMemGetInfo_v2" (*mut usize, *mut usize);
    allocate = "cuMemAlloc_v2" (*mut DevicePointer, usize);
    free = "cuMemFree_v2" (DevicePointer);
    write = "cuMemcpyHtoD_v2" (DevicePointer, *const c_void, usize);
    read = "cuMemcpyDtoH_v2" (*mut c_void, DevicePointer, usize);
    fill = "cuMemsetD8_v2" (DevicePointer, u8, usize);
    load = "cuModuleLoadData" (*mut Pointer, *const c_void);
    unload = "cuModuleUnload" (Pointer);
    function = "cuModuleGetFunction" (*mut Pointer, Pointer, *const c_char);
    function_attribute = "cuFuncGetAttribute" (*mut c_int, c_int, Pointer);
    launch = "cuLaunchKernel" (
        Pointer, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Pointer, *mut Pointer, *mut Pointer
    );
});

library!(Compiler {
    create = "nvrtcCreateProgram" (
        *mut Pointer, *const c_char, *const c_char, c_int, *const *const c_char, *const *const c_char
    );
    compile = "nvrtcCompileProgram" (Pointer, c_int, *const *const c_char);
    log_size = "nvrtcGetProgramLogSize" (Pointer, *mut usize);
    log = "nvrtcGetProgramLog" (Pointer, *mut c_char);
    code_size = "nvrtcGetCUBINSize" (Pointer, *mut usize);
    code = "nvrtcGetCUBIN" (Pointer, *mut c_char);
    destroy = "nvrtcDestroyProgram" (*mut Pointer);
});

const DRIVER_FILES: [&str; 3] = ["libcuda.so.1", "libcuda.so", "nvcuda.dll"];
const COMPILER_FILES: [&str; 7] = [
    "libnvrtc.so",
    "libnvrtc.so.13",
    "libnvrtc.so.12",
    "libnvrtc.so.11.2",
    "/usr/local/cuda/lib64/libnvrtc.so",
    "nvrtc64_130_0.dll",
    "nvrtc64_120_0.dll",
];

/// Numbers of `CUdevice_attribute`, `CUfunction_attribute` and `CUresult`.
const MULTIPROCESSORS: c_int = 16;
const CAPABILITY: [c_int; 2] = [75, 76];
const REGISTERS: c_int = 4;
const OUT_OF_MEMORY: c_int = 2;

/// The driver, loaded once.
fn driver() -> Result<&'static Driver, CardError> {
    static LOADED: OnceLock<Result<Driver, CardError>> = OnceLock::new();
    let load = || {
        let driver = Driver::load(&DRIVER_FILES).map_err(|why| {
            CardError::Missing(format!("no card can be used, there is no CUDA driver: {why}"))
        })?;
        // SAFETY: the first call, as the documentation wants it.
        match unsafe { (driver.init)(0) } {
            0 => Ok(driver),
            error => {
                let why = driver.text(error);
                Err(CardError::Missing(format!("no card can be used: {why}")))
            }
        }
    };
    LOADED.get_or_init(load).as_ref().map_err(Clone::clone)
}

impl Driver {
    fn text(&self, error: c_int) -> String {
        let mut text: *const c_char = null();
        // SAFETY: the text is a constant of the library.
        unsafe {
            if (self.error_text)(error, &raw mut text) != 0 || text.is_null() {
                return format!("CUDA error {error}");
            }
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }

    fn check(&self, error: c_int) -> Result<(), CardError> {
        match error {
            0 => Ok(()),
            error => Err(CardError::Failed(self.text(error))),
        }
    }
}

/// What there is to say about a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    /// Its number.
    pub ordinal: u32,
    /// Its maker's name for it.
    pub name: String,
    /// Its memory.
    pub bytes: u64,
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// Its compute capability.
    pub capability: (u32, u32),
}

/// All cards of this machine.
///
/// # Errors
/// If there is no driver.
pub fn cards() -> Result<Vec<CardInfo>, CardError> {
    let driver = driver()?;
    let mut count = 0;
    // SAFETY: the number is written.
    driver.check(unsafe { (driver.device_count)(&raw mut count) })?;
    (0..count).map(|ordinal| info(driver, ordinal)).collect()
}

fn info(driver: &Driver, ordinal: c_int) -> Result<CardInfo, CardError> {
    let (mut device, mut bytes, mut name) = (0, 0usize, [0 as c_char; 256]);
    let mut numbers = [0; 3];
    let attributes = [MULTIPROCESSORS, CAPABILITY[0], CAPABILITY[1]];
    // SAFETY: what is pointed at is written, the name with its length as the limit.
    unsafe {
        driver.check((driver.device)(&raw mut device, ordinal))?;
        driver.check((driver.device_memory)(&raw mut bytes, device))?;
        driver.check((driver.device_name)(name.as_mut_ptr(), 255, device))?;
        for (number, attribute) in numbers.iter_mut().zip(attributes) {
            driver.check((driver.device_attribute)(number, attribute, device))?;
        }
    }
    // SAFETY: the driver has ended the name with a zero, and the last one is still there.
    let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
    let [multiprocessors, major, minor] = numbers.map(|number| number as u32);
    let (ordinal, bytes) = (ordinal as u32, bytes as u64);
    Ok(CardInfo { ordinal, name, bytes, multiprocessors, capability: (major, minor) })
}

/// A card in use.
pub struct Card {
    driver: &'static Driver,
    device: c_int,
    /// A pointer of the driver's, which only it looks through.
    context: usize,
    info: CardInfo,
}

impl Card {
    /// Takes a card into use.
    ///
    /// # Errors
    /// If it is not there.
    pub fn open(ordinal: u32) -> Result<Arc<Card>, CardError> {
        let found = cards()?;
        let info = found.into_iter().find(|info| info.ordinal == ordinal).ok_or_else(|| {
            CardError::Missing(format!("there is no card {ordinal}: `andor devices` lists them"))
        })?;
        let driver = driver()?;
        let (mut device, mut context) = (0, null_mut());
        // SAFETY: what is pointed at is written.
        unsafe {
            driver.check((driver.device)(&raw mut device, ordinal as c_int))?;
            driver.check((driver.retain)(&raw mut context, device))?;
        }
        Ok(Arc::new(Card { driver, device, context: context as usize, info }))
    }

    /// What there is to say about it.
    #[must_use]
    pub fn info(&self) -> &CardInfo {
        &self.info
    }

    /// Makes it the card of this thread's calls.
    fn enter(&self) -> Result<&'static Driver, CardError> {
        // SAFETY: the context lives as long as the card.
        self.driver.check(unsafe { (self.driver.set_current)(self.context as Pointer) })?;
        Ok(self.driver)
    }

    /// The bytes that nobody uses.
    ///
    /// # Errors
    /// If the card fails.
    pub fn free_bytes(&self) -> Result<u64, CardError> {
        let driver = self.enter()?;
        let (mut free, mut all) = (0, 0);
        // SAFETY: both are written.
        driver.check(unsafe { (driver.memory_info)(&raw mut free, &raw mut all) })?;
        Ok(free as u64)
    }

    /// Memory of the card, all zero.
    ///
    /// # Errors
    /// If it has not so much.
    pub fn zeroed(self: &Arc<Card>, bytes: u64) -> Result<Memory, CardError> {
        let driver = self.enter()?;
        let mut address = 0;
        // SAFETY: the address is written.
        match unsafe { (driver.allocate)(&raw mut address, bytes.max(1) as usize) } {
            0 => {}
            OUT_OF_MEMORY => return Err(CardError::Memory(bytes)),
            error => driver.check(error)?,
        }
        let mut memory = Memory { card: self.clone(), address, bytes };
        memory.clear()?;
        Ok(memory)
    }

    /// Waits until everything that was begun is done.
    ///
    /// # Errors
    /// If it fails.
    pub fn wait(&self) -> Result<(), CardError> {
        let driver = self.enter()?;
        // SAFETY: no arguments.
        driver.check(unsafe { (driver.synchronize)() })
    }

    /// Compiles a program with these headers, each with its name.
    ///
    /// # Errors
    /// If there is no compiler, or it refuses.
    pub fn compile(
        self: &Arc<Card>,
        source: &str,
        headers: &[(&str, &str)],
    ) -> Result<Program, CardError> {
        let (major, minor) = self.info.capability;
        let code = compile(source, headers, &format!("sm_{major}{minor}"))?;
        let driver = self.enter()?;
        let mut module = null_mut();
        // SAFETY: the code is whole, and was made for this card.
        driver.check(unsafe { (driver.load)(&raw mut module, code.as_ptr().cast()) })?;
        Ok(Program { card: self.clone(), module: module as usize })
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        // SAFETY: nothing that was made in the context is left: memory and programs hold the card.
        unsafe { (self.driver.release)(self.device) };
    }
}

/// Memory of a card.
pub struct Memory {
    card: Arc<Card>,
    address: DevicePointer,
    bytes: u64,
}

impl Memory {
    /// How much it is.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where it is, for programs.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Sets it all to zero.
    ///
    /// # Errors
    /// If the card fails.
    pub fn clear(&mut self) -> Result<(), CardError> {
        let driver = self.card.enter()?;
        // SAFETY: all of this memory, which nobody else writes to now.
        driver.check(unsafe { (driver.fill)(self.address, 0, self.bytes as usize) })
    }

    /// Writes from `offset` on.
    ///
    /// # Errors
    /// If the card fails.
    ///
    /// # Panics
    /// If it does not fit.
    pub fn write(&mut self, offset: u64, from: &[u8]) -> Result<(), CardError> {
        assert!(offset + from.len() as u64 <= self.bytes, "writing past the end");
        let driver = self.card.enter()?;
        let address = self.address + offset;
        // SAFETY: both ends are as long as that, as was just checked.
        driver.check(unsafe { (driver.write)(address, from.as_ptr().cast(), from.len()) })
    }

    /// Reads from `offset` on.
    ///
    /// # Errors
    /// If the card fails.
    ///
    /// # Panics
    /// If there is not so much.
    pub fn read(&self, offset: u64, to: &mut [u8]) -> Result<(), CardError> {
        assert!(offset + to.len() as u64 <= self.bytes, "reading past the end");
        let driver = self.card.enter()?;
        let address = self.address + offset;
        // SAFETY: both ends are as long as that, as was just checked.
        driver.check(unsafe { (driver.read)(to.as_mut_ptr().cast(), address, to.len()) })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Ok(driver) = self.card.enter() {
            // SAFETY: allocated once, freed once.
            unsafe { (driver.free)(self.address) };
        }
    }
}

/// A program that was compiled for a card.
pub struct Program {
    card: Arc<Card>,
    module: usize,
}

impl Program {
    fn function(&self, name: &str) -> Result<Pointer, CardError> {
        let driver = self.card.enter()?;
        let name = CString::new(name).expect("names of functions have no zero in them");
        let mut function = null_mut();
        let module = self.module as Pointer;
        // SAFETY: the module is loaded, the name ends with a zero.
        driver.check(unsafe { (driver.function)(&raw mut function, module, name.as_ptr()) })?;
        Ok(function)
    }

    /// The registers that a lane of a function takes.
    ///
    /// # Errors
    /// If there is no such function.
    pub fn registers(&self, name: &str) -> Result<u32, CardError> {
        let (driver, function, mut registers) = (self.card.enter()?, self.function(name)?, 0);
        let attribute = |to| {
            // SAFETY: the number is written.
            unsafe { (driver.function_attribute)(to, REGISTERS, function) }
        };
        driver.check(attribute(&raw mut registers))?;
        Ok(registers as u32)
    }

    /// Begins a function of so many blocks of so many threads. Arguments are addresses and numbers, as
    /// wide as the function declares them (8 bytes and 4).
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn launch(
        &self,
        name: &str,
        blocks: u32,
        threads: u32,
        arguments: &mut [Argument],
    ) -> Result<(), CardError> {
        let (driver, function) = (self.card.enter()?, self.function(name)?);
        let mut pointers: Vec<Pointer> = Vec::new();
        for argument in arguments {
            pointers.push(match argument {
                Argument::Address(address) => (&raw mut *address).cast(),
                Argument::Number(number) => (&raw mut *number).cast(),
            });
        }
        // SAFETY: the arguments are those that the programs of this crate declare; they are copied before
        // the call returns.
        driver.check(unsafe {
            (driver.launch)(
                function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                0,
                null_mut(),
                pointers.as_mut_ptr(),
                null_mut(),
            )
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Ok(driver) = self.card.enter() {
            // SAFETY: loaded once, unloaded once.
            unsafe { (driver.unload)(self.module as Pointer) };
        }
    }
}

/// An argument of a function.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A pointer to memory of the card.
    Address(u64),
    /// A number of four bytes.
    Number(u32),
}

/// Machine code of a program for a kind of card.
fn compile(source: &str, headers: &[(&str, &str)], card: &str) -> Result<Vec<u8>, CardError> {
    let compiler = Compiler::load(&COMPILER_FILES).map_err(|why| {
        let what = "the card's programs cannot be compiled, the CUDA toolkit has what it takes";
        CardError::Missing(format!("{what}: {why}"))
    })?;
    let text = |text: &str| CString::new(text).expect("programs have no zero in them");
    let source = text(source);
    let (names, texts): (Vec<CString>, Vec<CString>) =
        headers.iter().map(|(name, contents)| (text(name), text(contents))).unzip();
    let options = [
        text(&format!("--gpu-architecture={card}")),
        text("--device-as-default-execution-space"),
        text("--std=c++17"),
    ];
    let pointers = |texts: &[CString]| texts.iter().map(|text| text.as_ptr()).collect::<Vec<_>>();
    let (names, texts, options) = (pointers(&names), pointers(&texts), pointers(&options));
    let mut program = null_mut();
    let failed = |what: &str| CardError::Failed(format!("{what} failed"));
    // SAFETY: all texts end with a zero and live until the end of this function; buffers are as long as
    // the library says.
    unsafe {
        let made = (compiler.create)(
            &raw mut program,
            source.as_ptr(),
            c"andor.cu".as_ptr(),
            names.len() as c_int,
            texts.as_ptr(),
            names.as_ptr(),
        );
        if made != 0 {
            return Err(failed("nvrtcCreateProgram"));
        }
        let compiled = (compiler.compile)(program, options.len() as c_int, options.as_ptr());
        let mut size = 0;
        let (mut result, mut code) = (Err(failed("nvrtcCompileProgram")), Vec::new());
        if compiled != 0 {
            if (compiler.log_size)(program, &raw mut size) == 0 {
                let mut log = vec![0u8; size.max(1)];
                if (compiler.log)(program, log.as_mut_ptr().cast()) == 0 {
                    let log = String::from_utf8_lossy(&log);
                    let lines: Vec<&str> = log.trim_end_matches('\0').lines().take(6).collect();
                    result = Err(CardError::Failed(lines.join(" | ")));
                }
            }
        } else if (compiler.code_size)(program, &raw mut size) == 0 {
            code = vec![0u8; size];
            if (compiler.code)(program, code.as_mut_ptr().cast()) == 0 {
                result = Ok(());
            }
        }
        (compiler.destroy)(&raw mut program);
        result.map(|()| code)
    }
}

#[cfg(test)]
mod tests {
    use super::{Card, CardError, cards};

    /// A machine without a card says so in one line, one with cards lists them.
    #[test]
    fn cards_are_listed_or_missed_in_one_line() {
        match cards() {
            Ok(cards) => assert!(cards.iter().all(|card| card.bytes > 0 && !card.name.is_empty())),
            Err(CardError::Missing(line)) => {
                assert!(line.starts_with("no card can be used") && !line.contains('\n'), "{line}");
            }
            Err(other) => panic!("{other}"),
        }
        assert!(Card::open(4711).is_err());
    }
}
