/** Splits TypeScript or JavaScript source into tokens: enough to tell code from comments and text, no more.
 *
 *  In: a file's text. Out: its tokens in order, each with its line. What may be lost: the difference between a division and
 *  a regular expression in a few odd places (after a closing brace that ends an expression); the compiler package has no
 *  stable parser to ask. */

export type TokenKind = 'word' | 'number' | 'text' | 'template' | 'regex' | 'comment' | 'punctuation';

export interface Token {
  readonly kind: TokenKind;
  /** A word's name, a text's content without quotes, for all other tokens the source as written. */
  readonly value: string;
  /** Line of the first character, from 1. */
  readonly line: number;
}

/** After these words a slash begins a regular expression; after every other word it divides. */
const BEFORE_EXPRESSION = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);

/** Longest first. `>` is always a token of its own, so that nested type arguments close one by one. */
const PUNCTUATION = '... => ?? ?. && || ++ -- == != ** <='.split(' ');

const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?)n?/y;
const BLANK = /\s+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PIECE = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;

/** Kinds of tokens by their first character, in the order of trying: a comment before the operator with the same character. */
const SCANNED: readonly (readonly [TokenKind, RegExp])[] = [
  ['comment', COMMENT],
  ['word', WORD],
  ['number', NUMBER],
  ['text', QUOTED],
];

class Tokenizer {
  readonly tokens: Token[] = [];
  private position = 0;
  private line = 1;
  /** For every open template substitution the number of braces open inside it. */
  private readonly substitutions: number[] = [];

  constructor(private readonly source: string) {}

  run(): readonly Token[] {
    while (this.position < this.source.length) this.next();
    return this.tokens;
  }

  /** The text at the position that the sticky `pattern` covers, or undefined. */
  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    return found === '' ? undefined : found;
  }

  private advance(text: string): void {
    this.position += text.length;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.line++;
  }

  private take(kind: TokenKind, text: string, value = text): void {
    this.tokens.push({ kind, value, line: this.line });
    this.advance(text);
  }

  private next(): void {
    const blank = this.match(BLANK);
    if (blank !== undefined) this.advance(blank);
    else if (!this.takesOneOf(SCANNED)) {
      const character = this.source[this.position];
      if (character === '/' && this.expressionBegins() && this.takesOneOf([['regex', REGEX]])) return;
      if (character === '`') this.template();
      else this.punctuation();
    }
  }

  private takesOneOf(scanned: typeof SCANNED): boolean {
    for (const [kind, pattern] of scanned) {
      const found = this.match(pattern);
      if (found === undefined) continue;
      this.take(kind, found, kind === 'text' ? found.slice(1, -1) : found);
      return true;
    }
    return false;
  }

  private punctuation(): void {
    const character = this.source[this.position] as string;
    const depth = this.substitutions.at(-1);
    if (depth !== undefined && character === '{') this.substitutions[this.substitutions.length - 1] = depth + 1;
    if (depth !== undefined && character === '}') {
      if (depth === 0) {
        this.substitutions.pop();
        this.template();
        return;
      }
      this.substitutions[this.substitutions.length - 1] = depth - 1;
    }
    const sign = PUNCTUATION.find((candidate) => this.source.startsWith(candidate, this.position));
    this.take('punctuation', sign ?? character);
  }

  /** A template's text from the character at the position, a backtick or the brace that closed a substitution, to its
   *  end or its next substitution. */
  private template(): void {
    const piece = this.match(TEMPLATE_PIECE) ?? '';
    if (piece.endsWith('${')) this.substitutions.push(0);
    this.take('template', piece);
  }

  private expressionBegins(): boolean {
    const before = this.tokens.findLast(({ kind }) => kind !== 'comment');
    if (before === undefined) return true;
    if (before.kind === 'word') return BEFORE_EXPRESSION.has(before.value);
    return before.kind === 'punctuation' && ![')', ']', '}', '++', '--'].includes(before.value);
  }
}

/** @returns all tokens, comments among them. */
export const tokenize = (source: string): readonly Token[] => new Tokenizer(source).run();
