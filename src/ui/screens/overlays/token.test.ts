import {expect, test} from 'vitest';
import {createKeymap} from '../../../keymap/keymap.ts';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {createOverlayStack, type Overlay} from '../../context/overlay-stack.ts';
import type {AccountPort} from '../../context/ports.ts';
import {openToken, type TokenModel} from './token.ts';

test('bug: the dialog looked the same after a second wrong token', () => {
  const account = createAccountStore();
  const status = account.getState().status;
  const failure = {code: 'unauthorized', message: 'The API rejected the token.', fieldErrors: []} as const;
  account.update('status', 'recordFailure', {...status, failure});
  const overlays = createOverlayStack();
  const session = testDouble<Session>({account});
  const keymap = createKeymap();
  const cause = (): string | undefined => {
    // A new token opens the account again, with another profile object.
    const profile = testDouble<AccountPort['profile']>({name: 'token-test'});
    openToken(testDouble<Parameters<typeof openToken>[0]>({session, profile, overlays, keymap, setToken() {}}));
    const {model} = overlays.stack.getState()[0] as Overlay<TokenModel>;
    model.submit('wrong');
    return model.notes[0];
  };
  expect([cause(), cause(), cause()]).toEqual([
    'The API rejected the token.',
    'The API rejected the token. 1 token tried.',
    'The API rejected the token. 2 tokens tried.',
  ]);
});
