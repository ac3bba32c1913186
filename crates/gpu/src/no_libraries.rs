//! What stands for `libloading` in a browser, where there are no libraries to load.

/// No library is one.
pub(crate) enum Library {}

impl Library {
    /// Loads nothing.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn new(_: &str) -> Result<Library, ()> {
        Err(())
    }

    /// Finds nothing.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn get<T>(&self, _: &[u8]) -> Result<&T, ()> {
        match *self {}
    }
}
