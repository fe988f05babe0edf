/**
 * The questions that a script asks, which it writes into its own comments:
 * `# <UDF name="db_password" label="Database password" example="secret" default="" oneOf="a,b" />`.
 */
import type {UserDefinedField} from '../../../contract/resources/stackscripts.ts';

const attribute = /(\w+)="([^"]*)"/g;

export function parseQuestions(script: string): UserDefinedField[] {
  return [...script.matchAll(/<udf\s([^>]*?)\/?>/gi)].flatMap(([, text = '']) => {
    const found = new Map(
      [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const name = found.get('name');
    if (!name) return [];
    const optional = {oneOf: found.get('oneof'), manyOf: found.get('manyof'), default: found.get('default')};
    const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
    // The contract names all of them; a question has those that it was written with.
    return [
      {name, label: found.get('label') ?? name, example: found.get('example') ?? '', ...given} as UserDefinedField,
    ];
  });
}
