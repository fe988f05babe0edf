/** The first resource type of CONTRIBUTING.md, written and compiled as a reader would do it. */
import {execFile} from 'node:child_process';
import {cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, posix} from 'node:path';
import {promisify} from 'node:util';

export const codeBlock = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** The files and names that the walkthrough tells the reader to write. */
export interface Walkthrough {
  readonly files: ReadonlyMap<string, string>;
  readonly words: ReadonlySet<string>;
}

/** Blocks of code that follow a line which names the file to create. */
export function walkthroughIn(text: string): Walkthrough {
  const created = Array.from(
    text.matchAll(/^ *(?:\d+\. )?Create `([^`]+)`.*\n\n? *```ts\n([\s\S]*?)^ *```$/gm),
    ([, path = '', block = '']) => [path, block] as const,
  );
  return {
    files: new Map(created),
    words: new Set(
      Array.from(text.matchAll(codeBlock), ([, , block = '']) => block)
        .join('\n')
        .match(/[\w$]+/g),
    ),
  };
}

/** Lines to write in an existing file. */
interface Insertion {
  readonly file: string;
  /** A name to import. */
  readonly imported: string | undefined;
  readonly added: string;
  /** `above` or `below` a line, or `to` the declaration of a name. */
  readonly side: string;
  readonly anchor: string;
}

const edits = [
  /^In `(?<file>src\/[^`]+)`,(?:\simport `(?<imported>\w+)`(?: from `[^`]+`)?,? and)? add `(?<added>[^`]+)`\s(?<side>above|below|to)\s`(?<anchor>[^`]+)`/gm,
  /^\| `(?<file>[^`]+)` \| (?:the import of `(?<imported>\w+)`, and )?`(?<added>[^`]+)` (?<side>to) `(?<anchor>\w+)`/gm,
];
const linesOf = /^The lines? of `(\w+)`:\n\n```ts\n([\s\S]*?)^```$/gm;

/** The edits of existing files: by a sentence, by a row of the table, and by a block for a declaration in the table. */
export function insertionsIn(text: string): readonly Insertion[] {
  const fileOf = (anchor: string) => new RegExp(`^\\| \`([^\`]+)\` \\|.* of \`${anchor}\``, 'm').exec(text)?.[1] ?? '';
  return [
    ...edits.flatMap(edit => Array.from(text.matchAll(edit), ({groups}) => groups as unknown as Insertion)),
    ...Array.from(text.matchAll(linesOf), ([, anchor = '', added = '']) => ({
      ...{file: fileOf(anchor), imported: undefined, added, side: 'to', anchor},
    })),
  ];
}

/** @throws Error if the file has no such line or declaration */
function insert(text: string, {file, added, side, anchor}: Insertion): string {
  const lines = text.split('\n');
  const declaration = new RegExp(`^ *(?:export )?(?:const|type) ${anchor}\\b`);
  const index = lines.findIndex(line => (side === 'to' ? declaration.test(line) : line.trim() === anchor));
  if (index < 0) throw new Error(`${file} has no ${anchor}`);
  return lines.toSpliced(side === 'above' ? index : index + 1, 0, added).join('\n');
}

/** An import of a name from the created file in the same room, or from the contract. */
function importOf(name: string, file: string, created: Walkthrough['files']): string {
  const exports = [...created].filter(([, block]) => new RegExp(`^export (?:const|type) ${name}\\b`, 'm').test(block));
  const room = file.split('/').slice(0, 2).join('/');
  const source = (exports.find(([path]) => path.startsWith(`${room}/`)) ?? exports[0])?.[0];
  if (source === undefined) throw new Error(`${file} imports ${name}, which no step creates`);
  const specifier = posix.relative(posix.dirname(file), source);
  return `import {${name}} from '${specifier.startsWith('.') ? specifier : `./${specifier}`}';\n`;
}

/** Files that take seconds to check, because they have everything of a kind, and files of other rooms. */
const unchecked = /^src\/(?:emulator\/families\/index|families\/registry|store\/.*)\.ts$/;

/**
 * Follows the walkthrough in a copy of the source, and compiles the files that it writes. Returns the output of the
 * compiler. Other files have the comment `@ts-nocheck`: only their types are read, which takes a second.
 */
export async function compileWalkthrough(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-walkthrough-'));
  try {
    const {files} = walkthroughIn(text);
    const written = new Map(files);
    for (const insertion of insertionsIn(text)) {
      const {file, imported} = insertion;
      const edited = insert(written.get(file) ?? readFileSync(file, 'utf8'), insertion);
      written.set(file, imported ? `${importOf(imported, file, files)}${edited}` : edited);
    }
    const [, row = ''] = /^The row:\n\n```ts\n([\s\S]*?)^```$/m.exec(text) ?? [];
    const rows = 'src/families/testing/support-rows.ts';
    written.set(rows, `${importOf('Runbook', rows, files)}${readFileSync(rows, 'utf8')}${row}`);
    const checked = [...written.keys()].filter(path => !unchecked.test(path));
    for (const path of globSync('src/{contract,emulator,families}/**/*.ts'))
      if (!checked.includes(path))
        write(join(folder, path), `// @ts-nocheck\n${written.get(path) ?? readFileSync(path, 'utf8')}`);
    for (const path of checked) write(join(folder, path), written.get(path) ?? '');
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    cpSync('package.json', join(folder, 'package.json'));
    const {compilerOptions} = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as Record<string, unknown>;
    write(join(folder, 'tsconfig.json'), JSON.stringify({compilerOptions, files: checked}));
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
    const result = await promisify(execFile)(process.execPath, [compiler, '--pretty', 'false'], {cwd: folder}).catch(
      (error: {readonly stdout: string}) => error,
    );
    return result.stdout;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, content);
}
