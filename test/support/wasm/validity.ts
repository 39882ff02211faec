/** What V8 says of a module. */

/** The types of Node have no `validate`. */
const { validate } = WebAssembly as unknown as { validate(wasm: Uint8Array<ArrayBuffer>): boolean };

export const isValid = (wasm: Uint8Array<ArrayBuffer>): boolean => validate(wasm);
