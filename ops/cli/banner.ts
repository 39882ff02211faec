/** What a node prints when it is ready: everything a newcomer needs, and one command to copy. */

export interface BannerFacts {
  /** Base URL of the API, without /api. */
  readonly url: string;
  readonly chainId: string;
  /** Address of the node's own key. */
  readonly address: string;
  readonly dataDir: string;
  /** The command to copy; absent where there is no faucet to ask. */
  readonly command?: string;
}

/** The newcomer's command for a node at `url`.
 *  @param program how this program was started, as in `node dist/ops/cli/main.js`. */
export const demoCommand = (program: string, url: string, defaultUrl: string): string =>
  `${program} wallet demo${url === defaultUrl ? '' : ` --url ${url}`}`;

/** @returns lines with a final line feed. */
export function banner(facts: BannerFacts): string {
  const lines = [
    '',
    '  rouged is running',
    '',
    `  API        ${facts.url}`,
    `  chain id   ${facts.chainId}`,
    `  node       ${facts.address}`,
    `  data       ${facts.dataDir}`,
    '',
  ];
  if (facts.command !== undefined)
    lines.push(
      '  Make a wallet, ask the faucet and send a transfer; in another terminal run:',
      '',
      `    ${facts.command}`,
      '',
    );
  return `${lines.join('\n')}\n`;
}
