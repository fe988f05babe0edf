/** Reads the text of an account file, YAML or JSON, and records the position of each part. */
import {readFileSync} from 'node:fs';
import {isMap, isScalar, LineCounter, parseDocument} from 'yaml';
import {isRecord} from '../../../contract/schema/json.ts';
import type {JsonObject} from '../../engine/http/json.ts';
import {type AccountFile, AccountFileError, type FileMistake, type FilePath} from './account-file.ts';
import {accountSections} from './account-sections.ts';

const sectionNames = ['account', 'tokens', 'users', ...accountSections.map(({name}) => name)];

/** @throws AccountFileError */
export function readAccountFile(file: string): AccountFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'file not found' : code === 'EACCES' ? 'permission denied' : String(code);
    throw new AccountFileError(file, [], reason);
  }
  return parseAccountFile(text, file);
}

/** @throws AccountFileError for a text that isn't YAML, or whose parts have the wrong form */
export function parseAccountFile(text: string, file: string): AccountFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, prettyErrors: false, logLevel: 'error'});
  const placeOf = (offset: number) => {
    const {line, col} = lines.linePos(offset);
    return {line, column: col};
  };
  if (document.errors.length > 0)
    throw new AccountFileError(
      file,
      document.errors.map(({pos, message}) => ({...placeOf(pos[0]), message: message.replaceAll('\n', ' ')})),
    );
  const positionOf = (path: FilePath) => {
    for (let length = path.length; length > 0; length--) {
      const parent = document.getIn(path.slice(0, length - 1), true);
      const name = path[length - 1];
      const key = isMap(parent)
        ? parent.items.find(item => isScalar(item.key) && String(item.key.value) === String(name))?.key
        : undefined;
      const node = key ?? document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range) && typeof range[0] === 'number') return placeOf(range[0]);
    }
    return {line: 1, column: 1};
  };
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    // Thrown for an alias of an unknown anchor, or of itself.
    throw new AccountFileError(file, [
      {line: 1, column: 1, message: error instanceof Error ? error.message : String(error)},
    ]);
  }
  const mistakes: FileMistake[] = [];
  const report = (path: FilePath, message: string) => mistakes.push({...positionOf(path), message});
  if (isRecord(value)) checkForm(value, report);
  else report([], 'must have parts such as instances and volumes');
  if (mistakes.length > 0) throw new AccountFileError(file, mistakes);
  return {file, value: value as JsonObject, positionOf};
}

function checkForm(value: JsonObject, report: (path: FilePath, message: string) => void): void {
  for (const [name, part] of Object.entries(value)) {
    if (!sectionNames.includes(name))
      report([name], `${name} isn’t a part of an account. Parts: ${sectionNames.join(', ')}`);
    else if (name === 'account' ? !isRecord(part) : !Array.isArray(part))
      report([name], `${name} must be ${name === 'account' ? 'a mapping' : 'a list'}`);
    else if (Array.isArray(part))
      for (const [index, item] of part.entries())
        if (!isRecord(item)) report([name, index], `${name}.${index} must be a mapping`);
  }
}
