/** What keeps the node from working, in two versions: one for everybody and one for the operator.
 *
 *  They are separate members, so that nothing private has to be removed from a sentence before it is shown. */

export interface Problem {
  /** For everybody who asks: a sentence of this program, without paths, error numbers or texts of libraries. */
  readonly message: string;
  /** The same with all of those, for the operator: for the log and for readers on this machine. Absent when there is no
   *  more to say. */
  readonly detail?: string;
}

export const operatorText = ({ message, detail }: Problem): string => detail ?? message;
