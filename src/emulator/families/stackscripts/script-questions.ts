/**
 * The questions of a script, from its comments:
 * `# <UDF name="db_password" label="Database password" example="secret" default="" oneOf="a,b" />`.
 */
import type {UserDefinedField} from '../../../contract/resources/stackscripts.ts';

const attribute = /(\w+)="([^"]*)"/g;

export function parseQuestions(script: string): UserDefinedField[] {
  return [...script.matchAll(/<udf\s([^>]*?)\/?>/gi)].flatMap(([, text = '']) => {
    const attributes = new Map(
      [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const name = attributes.get('name');
    if (!name) return [];
    const optional = {
      oneOf: attributes.get('oneof'),
      manyOf: attributes.get('manyof'),
      default: attributes.get('default'),
    };
    const presentFields = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
    // The contract declares all fields; a question has only those that its comment sets.
    return [
      {
        name,
        label: attributes.get('label') ?? name,
        example: attributes.get('example') ?? '',
        ...presentFields,
      } as UserDefinedField,
    ];
  });
}
