/**
 * Loads modules that the program loads at first use before any test: a test that ends during such a load would make it
 * fail for all later test files in the same worker.
 */
import '../../src/client/index.ts';
import '../../src/contract/reading/check-body.ts';
import '../../src/contract/schema/family.ts';
import '../../src/contract/index.ts';
import '../../src/profiles/fetch-token.ts';
import '../../src/store/api/connect-client.ts';
import '../../src/store/account/oauth-login.ts';
import 'undici/lib/dispatcher/pool.js';
