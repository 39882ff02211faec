/** The part of WebAssembly that this project uses: the standard library that it compiles against does not declare it. */

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  interface Global {
    value: number;
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  class LinkError extends Error {}
  function validate(bytes: Uint8Array): boolean;
}
