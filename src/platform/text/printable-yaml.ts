/** YAML for output. */
import {Document, Scalar, visit} from 'yaml';
import {escapeUnprintable, isUnprintable} from './pretty-json.ts';

/** A value as YAML that a terminal can show and no reader misreads; ends with a line break. */
export function printableYaml(value: unknown): string {
  // Older readers take `no` for a boolean and a date for a time, unless they are quoted.
  const document = new Document(value, {aliasDuplicateObjects: false, compat: 'yaml-1.1'});
  visit(document, {
    Scalar(_, scalar) {
      // Only double quotes take escapes.
      if (typeof scalar.value === 'string' && isUnprintable(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeUnprintable(document.toString({lineWidth: 0}));
}
