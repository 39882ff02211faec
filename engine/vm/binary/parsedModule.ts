/** A module as it was read: numbers and offsets, nothing copied. Value types are their bytes of the binary format. */

export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

export interface Import {
  readonly module: string;
  readonly name: string;
  readonly type: number;
}

export interface Export {
  readonly name: string;
  /** 0 function, 1 table, 2 memory, 3 global. */
  readonly kind: number;
  readonly index: number;
}

export interface Global {
  readonly type: number;
  readonly isMutable: boolean;
  /** The constant that it begins with, as an instruction. */
  readonly initial: Span;
}

/** An active data segment. */
export interface DataSegment {
  /** In the memory. */
  readonly offset: number;
  readonly bytes: Span;
}

/** Offsets in the uploaded bytes, from the first byte to the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A function's code. */
export interface Body {
  readonly type: number;
  /** From the declarations of its locals to its last `end`. */
  readonly span: Span;
}

export interface Limits {
  readonly minimum: number;
  readonly maximum: number | undefined;
}

export interface ParsedModule {
  readonly bytes: Uint8Array;
  readonly types: readonly FunctionType[];
  readonly imports: readonly Import[];
  /** Types of all functions, imports first. */
  readonly functions: readonly number[];
  readonly table: Limits | undefined;
  readonly memory: Limits | undefined;
  readonly globals: readonly Global[];
  readonly exports: readonly Export[];
  readonly start: number | undefined;
  readonly bodies: readonly Body[];
  /** Entries of all element segments. */
  readonly elements: number;
  readonly data: readonly DataSegment[];
  /** Bytes of all data segments. */
  readonly dataBytes: number;
  /** Contents of the sections that are copied as they are, behind their count: by section number. */
  readonly sections: ReadonlyMap<number, { readonly count: number; readonly span: Span }>;
}
