/** What every rule of the tidy check takes and gives. */

import { type Token, tokenize } from './tokens.js';

export interface Violation {
  /** Relative to the project's directory, with forward slashes. */
  readonly path: string;
  /** From 1; also 1 when the whole file is meant. */
  readonly line: number;
  readonly rule: string;
  /** A sentence that says what to do instead. */
  readonly message: string;
}

/** One file of the project; its tokens are made when the first rule needs them. */
export class SourceFile {
  private scanned: readonly Token[] | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
  ) {}

  /** The file's tokens without its comments. */
  get code(): readonly Token[] {
    this.scanned ??= tokenize(this.text).filter(({ kind }) => kind !== 'comment');
    return this.scanned;
  }

  /** Written by hand in TypeScript or JavaScript. */
  get isCode(): boolean {
    return /\.[cm]?[jt]s$/.test(this.path) && !this.isGenerated;
  }

  get isGenerated(): boolean {
    return /^(?:proto|api\/client)\/generated\//.test(this.path) || this.path === 'package-lock.json';
  }

  get lines(): readonly string[] {
    return this.text.split('\n');
  }

  violation(line: number, rule: string, message: string): Violation {
    return { path: this.path, line, rule, message };
  }
}

/** A rule looks at one file and returns what it finds. */
export type Rule = (file: SourceFile) => readonly Violation[];
