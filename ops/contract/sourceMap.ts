/** A source map of a WebAssembly module: which line of which file an offset of the module comes from (source map format, revision
 *  3; a module is one line, its columns are offsets). */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));
const CONTINUES = 32;

export interface SourcePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

interface Segment {
  readonly offset: number;
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

/** The numbers of one segment, in base 64 with a sign bit. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let factor = 1;
  for (const digit of segment) {
    const bits = DIGIT_VALUES.get(digit) ?? 0;
    value += (bits & (CONTINUES - 1)) * factor;
    factor *= CONTINUES;
    if (bits >= CONTINUES) continue;
    numbers.push(value % 2 === 0 ? value / 2 : -(value - 1) / 2);
    value = 0;
    factor = 1;
  }
  return numbers;
}

function segmentsOf(mappings: string): Segment[] {
  const segments: Segment[] = [];
  let [offset, source, line, column] = [0, 0, 0, 0];
  for (const text of mappings.split(/[,;]/)) {
    const [offsetStep = 0, sourceStep, lineStep = 0, columnStep = 0] = numbersOf(text);
    offset += offsetStep;
    if (sourceStep === undefined) continue;
    source += sourceStep;
    line += lineStep;
    column += columnStep;
    segments.push({ offset, source, line, column });
  }
  return segments;
}

export class SourceMap {
  private constructor(
    readonly files: readonly string[],
    private readonly segments: readonly Segment[],
    private readonly shift: number,
  ) {}

  /** @param text JSON as a compiler wrote it. @param shift bytes by which the code has moved since. */
  static read(text: string, shift = 0): SourceMap {
    const { sources, mappings } = JSON.parse(text) as { sources: string[]; mappings: string };
    return new SourceMap(sources, segmentsOf(mappings), shift);
  }

  /** The map of the same code at another place. @param bytes by which it is further behind. */
  moved(bytes: number): SourceMap {
    return new SourceMap(this.files, this.segments, this.shift + bytes);
  }

  /** @param offset in the module. @returns undefined before the first code. */
  place(offset: number): SourcePlace | undefined {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.segments[middle] as Segment).offset + this.shift <= offset) low = middle + 1;
      else high = middle;
    }
    const found = this.segments[low - 1];
    const file = found && this.files[found.source];
    return found && file !== undefined ? { file, line: found.line + 1, column: found.column + 1 } : undefined;
  }
}
