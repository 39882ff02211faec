/** A quorum of providers: k of n that say the same, and none that says otherwise.
 *
 *  In: one answer of each configured provider to one question, read by itself; a provider that failed has a refusal. Out: the equal answers,
 *  at least k. A contradiction refuses however many agree: one of them lies or follows another fork, and nobody here knows which one. A
 *  provider that fails is missing; k stays what it is, so an attacker gains nothing by silencing the honest ones. */

import { invariant, isRefusal, type Refusal, refuseOneSided } from '../base/refusal.js';

export interface ProviderAnswer<T> {
  /** Host name; providers of one host are one provider. */
  readonly host: string;
  /** What the provider says, or why it counts as missing. */
  readonly answer: T | Refusal;
}

/** How many of `providers` must agree when nobody has said it: more than half. */
export const majority = (providers: number): number => Math.floor(providers / 2) + 1;

/** The answers in groups that say the same. */
function groupsOf<T>(answers: readonly ProviderAnswer<T>[], digest: (answer: T) => string): Map<string, [string, T][]> {
  const groups = new Map<string, [string, T][]>();
  for (const { host, answer } of answers) {
    if (isRefusal(answer)) continue;
    const key = digest(answer);
    const group = groups.get(key);
    if (group) group.push([host, answer]);
    else groups.set(key, [[host, answer]]);
  }
  return groups;
}

function tooFew<T>(answers: readonly ProviderAnswer<T>[], needed: number): Refusal {
  const failed = answers.flatMap(({ host, answer }) => (isRefusal(answer) ? [{ host, refusal: answer }] : []));
  const [first] = failed;
  const areAlike = failed.every(({ refusal }) => refusal.message === first?.refusal.message);
  if (first && areAlike && failed.length === answers.length) return first.refusal;
  const reasons = failed.map(({ host, refusal }) => `${host}: ${refusal.message}`);
  const given = answers.length - failed.length;
  return refuseOneSided(
    'busy',
    `${given} of ${answers.length} providers answered, ${needed} must agree (${reasons.join('; ')})`,
  );
}

/** @param needed k, at least 1.
 *  @param digest equal for answers that say the same about what is to be decided.
 *  @returns the answers that agree, in the order of the providers. When every provider gives one reason, that refusal itself.
 *  @throws InvariantError when two providers have one host name: the configuration refuses that. */
export function agree<T>(
  answers: readonly ProviderAnswer<T>[],
  needed: number,
  digest: (answer: T) => string,
): readonly T[] | Refusal {
  invariant(needed >= 1, 'a quorum has at least one provider');
  invariant(new Set(answers.map(({ host }) => host)).size === answers.length, 'a provider answers once');
  const groups = [...groupsOf(answers, digest).values()];
  if (groups.length > 1) {
    const sides = groups.map((group) => group.map(([host]) => host).join(', '));
    return refuseOneSided('rule_violation', `providers contradict each other: ${sides.join(' against ')} — refusing`);
  }
  const [agreeing = []] = groups;
  return agreeing.length >= needed ? agreeing.map(([, answer]) => answer) : tooFew(answers, needed);
}

/** The greatest number that `needed` of the numbers reach. @param numbers at least `needed` of them. */
export function reachedBy(numbers: readonly number[], needed: number): number {
  invariant(numbers.length >= needed && needed >= 1, 'fewer numbers than the quorum');
  return [...numbers].sort((a, b) => b - a)[needed - 1] as number;
}
