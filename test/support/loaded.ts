/**
 * What the program loads when it is first needed is there before any test: a test that ends while a module is being
 * loaded fails it for all files of tests that come after in the same worker.
 */
import '../../src/client/index.ts';
import '../../src/contract/reading/check-body.ts';
import '../../src/contract/schema/family.ts';
import '../../src/contract/index.ts';
import '../../src/profiles/fetch-token.ts';
import '../../src/store/api/connect-client.ts';
import '../../src/store/account/oauth-login.ts';
import 'undici/lib/dispatcher/pool.js';
