// @ts-check
/** Changes to Ink that the bundle and the tests share: the tests run the Ink of the program. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from './expect.mjs';

/** The file that replaces the package `string-width`. */
export const ownStringWidthPath = join(import.meta.dirname, 'string-width.ts');

/** The module of Ink that `readWithCachesOfLastFrame` changes. */
export const inkOutput = /[\\/]ink[\\/]build[\\/]output\.js$/;

/**
 * Parts of Ink's file and their replacements.
 *
 * @type {readonly (readonly [before: RegExp, after: string])[]}
 */
const changes = [
  [/caches = new OutputCaches\(\);/, 'caches = cachesOfLastFrame();'],
  [/styledChars = new Map\(\);/, 'styledChars = new Map();\n    lines = new Map();'],
  [
    /\/\/ Preserve styles across explicit newlines[\s\S]*?let lines = characterLines\.map\(line => styledCharsToString\(line\)\);/,
    'let lines = linesOf(this.caches, text);',
  ],
  [
    /(const characterWidth = )(Math\.max\(1, this\.caches\.getStringWidth\(character\.value\)\));/,
    "$1character.value.length === 1 && character.value < '\\x7f' ? 1 : $2;",
  ],
  [/row\.push\(\{[^}]*\}\);/, 'row.push(blank);'],
  [
    /\.map\(line => \{\s+(\/\/.*\s+const lineWithoutEmptyItems = [\s\S]*?)return (styledCharsToString\(lineWithoutEmptyItems\)\.trimEnd\(\));/,
    `.map((line, y) => {
            const last = rowOfLastFrame(line, y);
            if (last !== undefined) return last;
            $1const text = $2;
            rows[y] = {line, text};
            return text;`,
  ],
];

/**
 * Keeps texts, their styled characters and whole rows for the next frame. Ink caches the widths and the styled characters
 * of its texts for one frame only (vadimdemedes/ink#835), but most texts of the next frame are the same
 * (docs/dev/decisions/0012-texts-of-the-last-frame.md).
 *
 * @param {string} path of `inkOutput`
 */
export function readWithCachesOfLastFrame(path) {
  let contents = readFileSync(path, 'utf8');
  for (const [before, after] of changes) {
    expect(contents, before, path);
    contents = contents.replace(before, after);
  }
  return `${contents}
    /** A frame has about 100 different texts, and a text takes up to 10 KB. */
    const maxTexts = 500;
    let kept = new OutputCaches();
    function cachesOfLastFrame() {
      if (Math.max(kept.styledChars.size, kept.widths.size / 4) > maxTexts) kept = new OutputCaches();
      return kept;
    }
    /** The lines of a text, each with its styles. */
    function linesOf(caches, text) {
      let lines = caches.lines.get(text);
      if (lines === undefined) {
        const characterLines = [[]];
        for (const character of caches.getStyledChars(text)) {
          if (character.value === '\\n') characterLines.push([]);
          else characterLines.at(-1).push(character);
        }
        lines = characterLines.map(line => styledCharsToString(line));
        caches.lines.set(text, lines);
      }
      return lines;
    }
    const blank = {type: 'char', value: ' ', fullWidth: false, styles: []};
    /** Cells and text of each row of the last frame. */
    const rows = [];
    /** The text of a row whose cells have not changed. */
    function rowOfLastFrame(line, y) {
      const last = rows[y];
      if (last === undefined || last.line.length !== line.length) return undefined;
      for (let x = 0; x < line.length; x++) {
        const before = last.line[x];
        const after = line[x];
        if (before === after) continue;
        if (before?.value !== after?.value || before?.styles !== after?.styles) return undefined;
      }
      return last.text;
    }`;
}
