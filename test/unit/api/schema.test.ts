/** The constructors of schemas make what TypeBox's own make, with the members that it hides from JSON. */

import { Type as TypeBox } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from '../../../api/routing/schema.js';

type Constructors = typeof Type;

/** Own members by name, the hidden ones too, with those of the schemas inside. */
function wholeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wholeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, { value: member, ...rest }]) => [
      name,
      { ...rest, member: wholeOf(member) },
    ]),
  );
}

const schemasOf = (type: Constructors) => [
  type.String(),
  type.String({ minLength: 1, pattern: '^x', description: 'a text' }),
  type.Integer({ minimum: 0, 'x-above': 'cap' }),
  type.Number(),
  type.Boolean({ default: true }),
  type.Null(),
  type.Unknown({ description: 'anything' }),
  type.Literal('word'),
  type.Literal(1),
  type.Literal(false, { description: 'never' }),
  type.Enum(['one', 'two'], { default: 'one' }),
  type.Array(type.String(), { maxItems: 2 }),
  type.Union([type.String(), type.Null()], { title: 'Maybe' }),
  type.Record(type.String(), type.Integer(), { description: 'counts' }),
  type.Record(type.String({ pattern: '^[a-f]+$' }), type.Unknown()),
  type.Optional(type.Integer({ minimum: 1 })),
  type.Optional(type.Optional(type.String())),
  type.Object({}),
  type.Object({ must: type.String(), may: type.Optional(type.Null()) }, { additionalProperties: false }),
  type.Object({ may: type.Optional(type.Object({ inside: type.Array(type.Number()) })) }),
];

test('schemas are those of TypeBox', () => {
  const [ours, theirs] = [schemasOf(Type), schemasOf(TypeBox as Constructors)];
  expect(ours).toHaveLength(20);
  ours.forEach((schema, index) => {
    expect(JSON.stringify(schema)).toBe(JSON.stringify(theirs[index]));
    expect(wholeOf(schema)).toEqual(wholeOf(theirs[index]));
  });
});

test('an optional schema is a copy', () => {
  const schema = Type.String();
  expect(Object.getOwnPropertyNames(Type.Optional(schema))).toContain('~optional');
  expect(Object.getOwnPropertyNames(schema)).not.toContain('~optional');
});
