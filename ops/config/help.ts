/** Help pages, written from the tables of options: one source, so that no page can miss an option. */

import { environmentOf, type Option, type OptionTable } from './optionKinds.js';

const PAGE_COLUMNS = 96;
const FLAG_COLUMNS = 34;

/** Breaks a text into lines of at most `width` columns between words; a longer word keeps its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines;
}

function describe(name: string, option: Option<unknown>): string {
  const facts: string[] = [];
  if (option.type === 'list') facts.push('may be repeated');
  if (option.type !== 'boolean' && option.fallbackText !== '') facts.push(`default ${option.fallbackText}`);
  if (option.type === 'boolean' && option.fallbackText === 'on') facts.push(`on; --no-${name} turns it off`);
  const variables = environmentOf(name, option);
  if (variables.length > 0) facts.push(variables.join(', '));
  if (option.secret) facts.push('not as a flag');
  if (option.available === false) facts.push('not available in this version');
  return facts.length > 0 ? `${option.help} [${facts.join('; ')}]` : option.help;
}

/** The options of a table under their chapters' headings. */
export function optionHelp(table: OptionTable): string {
  const chapters = new Map<string, string[]>();
  for (const [name, option] of Object.entries(table)) {
    const lines = chapters.get(option.chapter) ?? [];
    chapters.set(option.chapter, lines);
    const flag = `  ${option.secret ? name : `--${name}`}${option.placeholder ? ` <${option.placeholder}>` : ''}`;
    const [first = '', ...rest] = wrap(describe(name, option), PAGE_COLUMNS - FLAG_COLUMNS);
    const indent = ' '.repeat(FLAG_COLUMNS);
    if (flag.length < FLAG_COLUMNS) lines.push(flag.padEnd(FLAG_COLUMNS) + first);
    else lines.push(flag, indent + first);
    lines.push(...rest.map((line) => indent + line));
  }
  return [...chapters].map(([chapter, lines]) => `${chapter}:\n${lines.join('\n')}`).join('\n\n');
}
