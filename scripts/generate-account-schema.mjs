// @ts-check
/** Writes docs/account.schema.json, the schema of account files. `--check` writes nothing and fails if it differs. */
import {accountSchema} from '../src/emulator/server/account-file/account-schema.ts';
import {keepDocument} from './document.mjs';

keepDocument('docs/account.schema.json', `${JSON.stringify(accountSchema(), undefined, 2)}\n`);
