//! `riverlab.Table`: a table of results in Arrow's memory.

use std::fs;
use std::io::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_csv::reader::Format;
use arrow_csv::{ReaderBuilder, Writer};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use arrow_select::concat::concat_batches;
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList};

use crate::columns::own_types;
use crate::errors::{os_error, value_error};
use crate::state::Reduced;

/// A table of results, as a CSV file of a run has it.
///
/// Whatever reads Arrow takes it as it is, without a copy: `polars.DataFrame(table)`, `pyarrow.table(table)`,
/// `pandas.DataFrame.from_arrow(table)`. `table["share"]` is a column as a `NumPy` array.
#[pyclass(frozen, module = "riverlab", name = "Table")]
pub(crate) struct ResultTable {
    rows: RecordBatch,
}

/// What is wrong with a file, without the word that Arrow puts before it.
fn arrow_error(path: &Path, error: &ArrowError) -> PyErr {
    let text = match error {
        ArrowError::CsvError(text) | ArrowError::ParseError(text) => text.clone(),
        other => other.to_string(),
    };
    value_error(format!("{}: {text}", path.display()))
}

/// The columns of a file with a head: their names, and the types that follow from so many rows.
fn inferred(text: &[u8], rows: Option<usize>) -> Result<Schema, ArrowError> {
    Format::default().with_header(true).infer_schema(text, rows).map(|(schema, _)| schema)
}

/// The rows of a file with these columns.
fn rows(text: &[u8], schema: Schema) -> Result<RecordBatch, ArrowError> {
    let schema = Arc::new(schema);
    let batches = ReaderBuilder::new(Arc::clone(&schema)).with_header(true).build(text)?;
    concat_batches(&schema, &batches.collect::<Result<Vec<_>, _>>()?)
}

/// The same columns with other types.
fn typed(schema: &Schema, types: impl IntoIterator<Item = DataType>) -> Schema {
    let fields = schema.fields().iter().zip(types);
    Schema::new(fields.map(|(field, data_type)| Field::new(field.name(), data_type, true)).collect::<Vec<_>>())
}

#[pymethods]
impl ResultTable {
    /// Reads a CSV file with a head. The columns of riverlab's own files have the same types whatever the values; what those of
    /// other files hold follows from what stands there.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
    fn read_csv(py: Python<'_>, path: PathBuf) -> PyResult<ResultTable> {
        let cannot = |error: Error| os_error(&error, format!("cannot read {}: {error}", path.display()));
        let text = py.detach(|| fs::read(&path)).map_err(cannot)?;
        let rows = py.detach(|| match own_types(&path) {
            None => rows(&text, inferred(&text, None)?),
            Some(types) => {
                let named = inferred(&text, Some(0))?;
                let own = named.fields().iter().map(|field| types.of(field.name()));
                rows(&text, typed(&named, own))
            }
        });
        Ok(ResultTable { rows: rows.map_err(|error| arrow_error(&path, &error))? })
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.rows.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The same: with it `dict(table)` has all columns by name.
    fn keys(&self) -> Vec<String> {
        self.column_names()
    }

    /// The names of the columns.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.column_names())?.try_iter().map(Bound::into_any)
    }

    /// Whether there is a column of this name.
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.rows.column_by_name(&name).is_some())
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.rows.num_rows()
    }

    /// A column as a `NumPy` array: int64, float64 (with NaN where there is nothing), bool, or texts as objects (with None where
    /// there is nothing).
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.rows.column_by_name(name).ok_or_else(|| {
            PyKeyError::new_err(format!("column {name:?}: there are {}", self.column_names().join(", ")))
        })?;
        array(py, column.as_ref())
    }

    /// All columns as `NumPy` arrays, by name.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.rows.schema_ref().fields().iter().zip(self.rows.columns()) {
            dict.set_item(field.name(), array(py, column.as_ref())?)?;
        }
        Ok(dict)
    }

    /// A pickle is the table as CSV, and the types of its columns.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>, Vec<String>)>> {
        let mut text = Vec::new();
        // A line of no cells would be read as one of an empty cell.
        if self.rows.num_columns() > 0 {
            Writer::new(&mut text).write(&self.rows).map_err(|error| value_error(error.to_string()))?;
        }
        let types = self.rows.schema_ref().fields().iter().map(|field| field.data_type().to_string());
        Ok((py.get_type::<ResultTable>().getattr("_restore")?, (PyBytes::new(py, &text), types.collect())))
    }

    #[staticmethod]
    fn _restore(text: &[u8], types: Vec<String>) -> PyResult<ResultTable> {
        let types = types.into_iter().map(|name| name.parse()).collect::<Result<Vec<DataType>, _>>();
        let rows = types.and_then(|types| rows(text, typed(&inferred(text, Some(0))?, types)));
        Ok(ResultTable { rows: rows.map_err(|error| value_error(error.to_string()))? })
    }

    /// The same as a `pandas.DataFrame`, for any version of pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.call_method1("DataFrame", (self.to_dict(py)?,))
    }

    /// The interface by which Arrow libraries take tables from each other.
    #[pyo3(signature = (requested_schema = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A schema is a wish, which need not be followed.
        let _ = requested_schema;
        let reader = RecordBatchIterator::new([Ok(self.rows.clone())], self.rows.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<riverlab.Table of {} rows: {}>", self.rows.num_rows(), self.column_names().join(", "))
    }
}

fn array<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyAny>> {
    Ok(match column.data_type() {
        DataType::Int64 if column.null_count() == 0 => {
            PyArray1::from_slice(py, column.as_primitive::<Int64Type>().values()).into_any()
        }
        DataType::Int64 => {
            let numbers = column.as_primitive::<Int64Type>().iter();
            PyArray1::from_iter(py, numbers.map(|number| number.map_or(f64::NAN, |number| number as f64))).into_any()
        }
        DataType::Float64 => {
            let numbers = column.as_primitive::<Float64Type>().iter();
            PyArray1::from_iter(py, numbers.map(|number| number.unwrap_or(f64::NAN))).into_any()
        }
        DataType::Boolean if column.null_count() == 0 => {
            PyArray1::from_iter(py, column.as_boolean().values().iter()).into_any()
        }
        DataType::Utf8 => {
            let texts = column.as_string::<i32>().iter();
            objects(py, &PyList::new(py, texts.collect::<Vec<_>>())?)?
        }
        // A column with nothing in it.
        DataType::Null => PyArray1::from_iter(py, (0..column.len()).map(|_| f64::NAN)).into_any(),
        other => return Err(PyValueError::new_err(format!("columns of {other} have no array"))),
    })
}

/// Texts as a `NumPy` array of objects.
fn objects<'py>(py: Python<'py>, texts: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(py);
    named.set_item("dtype", "object")?;
    py.import("numpy")?.call_method("array", (texts,), Some(&named))
}
