// @ts-check
/** The files of the emulator's page `/docs`. They are compressed, because they are read only when a browser requests them. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

const names = ['swagger-ui-bundle.js', 'swagger-ui.css'];
const folder = 'node_modules/swagger-ui-dist';

/** @param {string} root @returns {{path: string, contents: Uint8Array}[]} by their names beside the program */
export const apiPageFiles = root =>
  names.map(name => ({
    path: `api-page/${name}.gz`,
    contents: gzipSync(readFileSync(join(root, folder, name)), {level: 9}),
  }));

/** @param {string} root the module whose license travels with the files */
export const apiPageModule = root => join(root, folder, 'swagger-ui-bundle.js');
