/** Checks the files of a change: for the preview, and again right before the request. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {FieldError} from '../../../contract/schema/field-error.ts';
import {bytes} from '../../../families/format/format.ts';
import type {AnyInput} from '../../../families/shape/define-family.ts';
import {assertWritable, inspectFile, type LocalFile, UserFileError} from '../../../platform/files/user-files.ts';
import type {Difference} from '../preview/preview-content.ts';
import type {FormInput} from './field-specs.ts';

/** A file of a form by the path of its input: a file to upload, or the destination of a download. */
export type ChosenFiles = ReadonlyMap<string, ChosenFile>;
export type ChosenFile =
  | {readonly input: AnyInput; readonly file: LocalFile}
  | {readonly input: AnyInput; readonly savePath: string};

/** @param fileInputs the visible file inputs with their typed values */
export async function inspectFiles(
  fileInputs: readonly {readonly input: FormInput; readonly value: unknown}[],
): Promise<{readonly files: ChosenFiles; readonly fieldErrors: readonly FieldError[]}> {
  const files = new Map<string, ChosenFile>();
  const fieldErrors: FieldError[] = [];
  for (const {input, value} of fileInputs) {
    const {path, spec: facts} = input;
    const filePath = typeof value === 'string' ? value.trim() : '';
    if (filePath === '') {
      if (!facts.optional) fieldErrors.push({field: path, reason: 'is required'});
      continue;
    }
    try {
      if (facts.isSaveTarget) files.set(path, {input: facts, savePath: await assertWritable(filePath)});
      else files.set(path, {input: facts, file: checkFile(await inspectFile(filePath), facts)});
    } catch (error) {
      if (!(error instanceof UserFileError)) throw error;
      fieldErrors.push({field: path, reason: error.message});
    }
  }
  return {files, fieldErrors};
}

const fileSignatures = {
  gzip: {bytes: [0x1f, 0x8b], message: 'no gzip file'},
  png: {bytes: [0x89, 0x50, 0x4e, 0x47], message: 'no PNG picture'},
} as const;

/** @throws UserFileError */
function checkFile(file: LocalFile, {endings, minBytes = 0, maxBytes, fileType}: AnyInput): LocalFile {
  const {name, size, firstBytes} = file;
  const lower = name.toLowerCase();
  if (endings && !endings.some(ending => lower.endsWith(ending)))
    throw new UserFileError(`${name} must end in ${endings.join(', ')}`);
  if (size < minBytes)
    throw new UserFileError(size === 0 ? `${name} is empty` : `${name} has less than ${bytes(minBytes)}`);
  if (maxBytes !== undefined && size > maxBytes)
    throw new UserFileError(`${name} has ${bytes(size)}, at most ${bytes(maxBytes)} are allowed`);
  if (fileType && !fileSignatures[fileType].bytes.every((byte, index) => firstBytes[index] === byte))
    throw new UserFileError(`${name} is ${fileSignatures[fileType].message}: it doesn’t start like one`);
  return file;
}

/** "disk.img.gz, 1.4 GB" */
const fileText = ({name, size}: LocalFile): string => `${name}, ${bytes(size)}`;

export const fileDifferences = (files: ChosenFiles): Difference[] =>
  [...files].map(([path, file]) => ({
    path,
    title: file.input.title,
    before: undefined,
    after: 'file' in file ? fileText(file.file) : file.savePath,
  }));

/** The file that is sent as the body of the request. */
export function bodyFile({spec}: Endpoint, files: ChosenFiles): LocalFile | undefined {
  const [only] = spec.upload === undefined ? [] : files.values();
  return only && 'file' in only ? only.file : undefined;
}
