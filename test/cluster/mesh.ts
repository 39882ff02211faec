/** The network between some ports of this machine: a cable for each of them to each other one, so that any part of it can be cut off
 *  or made slow. */

import { Cable, type Slowness } from './cable.js';

interface Line {
  /** Indices of the two ends; `from` dials. */
  readonly from: number;
  readonly to: number;
  readonly cable: Cable;
}

export class Mesh {
  private constructor(private readonly lines: readonly Line[]) {}

  static async between(ports: readonly number[]): Promise<Mesh> {
    const pairs = ports.flatMap((port, to) =>
      ports.flatMap((_, from) => (from === to ? [] : [Cable.to(port).then((cable) => ({ from, to, cable }))])),
    );
    return new Mesh(await Promise.all(pairs));
  }

  /** The port at which one end finds another. */
  port(from: number, to: number): number {
    const line = this.lines.find((one) => one.from === from && one.to === to);
    if (!line) throw new Error(`there is no cable from ${from} to ${to}`);
    return line.cable.port;
  }

  /** Connections that the cables of an end have carried. */
  carried(end: number): number {
    const own = this.lines.filter(({ from, to }) => from === end || to === end);
    return own.reduce((sum, { cable }) => sum + cable.carried, 0);
  }

  /** Cuts some ends off from the others; among themselves they stay connected. */
  cutOff(ends: readonly number[]): void {
    for (const { from, to, cable } of this.lines) if (ends.includes(from) !== ends.includes(to)) cable.cut();
  }

  mend(): void {
    for (const { cable } of this.lines) cable.mend();
  }

  slow(slowness: Slowness | undefined): void {
    for (const { cable } of this.lines) cable.slowness = slowness;
  }

  async remove(): Promise<void> {
    await Promise.all(this.lines.map(({ cable }) => cable.remove()));
  }
}
