/** Types of values that WebAssembly computes with. */
export type ValueType = 'i32' | 'i64' | 'f32' | 'f64';
