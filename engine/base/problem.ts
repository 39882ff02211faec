/** What keeps the node from its work, told twice: to everybody and to its operator.
 *
 *  The two are separate members so that no sentence has to be searched for what must not be in it. */

export interface Problem {
  /** For everybody who asks: a sentence of this program, without paths, error numbers and texts of libraries. */
  readonly message: string;
  /** The same for the operator, with all of them. For the log and for readers on this machine; none when there is no more
   *  to say. */
  readonly detail?: string;
}

export const operatorText = ({ message, detail }: Problem): string => detail ?? message;
