//! Arrays of `NumPy` that the package gives to Python.

use std::convert::Infallible;

use numpy::{Element, PyArray};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::{type_hint_identifier, type_hint_subscript};

/// Numbers whose type has a name in `NumPy`.
pub(crate) trait Scalar: Element {
    const HINT: PyStaticExpr;
}

impl Scalar for i8 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "int8");
}

impl Scalar for u8 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "uint8");
}

impl Scalar for f64 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "float64");
}

impl Scalar for f32 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "float32");
}

/// An array, for whose sake alone this type is: the types of the package say what its numbers are.
pub(crate) struct Array<'py, T, D>(pub(crate) Bound<'py, PyArray<T, D>>);

impl<'py, T: Scalar, D> IntoPyObject<'py> for Array<'py, T, D> {
    type Target = PyArray<T, D>;
    type Output = Bound<'py, PyArray<T, D>>;
    type Error = Infallible;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(type_hint_identifier!("numpy.typing", "NDArray"), T::HINT);

    fn into_pyobject(self, _py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.0)
    }
}
