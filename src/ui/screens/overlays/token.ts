/** Asks for an access token. The token is kept in memory for this session, and never shown, written or passed on. */
import {createStore} from 'zustand/vanilla';
import {countText} from '../../../families/format/format.ts';
import {pressText} from '../../../keymap/keymap.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {tokenProblem} from '../../../profiles/fetch-token.ts';
import {failureCause} from '../../../store/api/failure-text.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import type {AccountPort, KeymapPort, OverlayPort, TokenPort} from '../../context/ports.ts';

const NOTE = 'Paste a token for this session. To save one, run "skydeck profile add".';

export interface TokenState {
  /** The reason why the last text was refused. */
  readonly problem: string | undefined;
}

export interface TokenModel extends OverlayModel {
  readonly kind: 'token';
  /** The reason why the token is requested, and its use. */
  readonly notes: readonly string[];
  readonly store: ReadonlyStore<TokenState>;
  /** Continues with this token; returns the reason if the text can’t be one, and then the dialog stays. */
  submit(text: string): string | undefined;
}

/** The number of tokens that were typed for a profile, by its name: a new token opens the account with a new object. */
const typedTokens = new Map<string, number>();

/** The cause, with the number of tokens that were tried: a rejected token otherwise changes nothing on the screen. */
const causeText = (cause: string, tried: number): string =>
  tried === 0 ? cause : `${/[.!?…]$/.test(cause) ? cause : `${cause}.`} ${countText(tried, 'token')} tried.`;

export function openToken(context: AccountPort & KeymapPort & OverlayPort & TokenPort): void {
  const title = `Access token for ${context.profile.name}`;
  // The reason decides whether another token helps: a closed account rejects all tokens.
  const {failure} = context.session.account.getState().status;
  const cause = failure && failureCause(failure);
  const tried = typedTokens.get(context.profile.name) ?? 0;
  const store = createStore<TokenState>(() => ({problem: undefined}));
  const close = (): void => overlay.close();
  const submit = (text: string): string | undefined => {
    const token = text.trim();
    const problem = token === '' ? undefined : typedTextProblem(context.keymap, token);
    store.setState({problem});
    if (problem !== undefined) return problem;
    close();
    if (token !== '') {
      typedTokens.set(context.profile.name, tried + 1);
      context.setToken(token);
    }
    return undefined;
  };
  const overlay: Overlay = context.overlays.open<TokenModel>({
    kind: 'token',
    title: () => title,
    store,
    notes: cause === undefined ? [NOTE] : [causeText(cause, tried), NOTE],
    submit,
    layers: () => [inkDialogKeys(title, 'use it', close)],
    prompt: {kind: 'secret', title, name: 'Token', note: NOTE, take: submit},
  });
}

/** A text that was meant for another field never leaves as a token. */
function typedTextProblem(keymap: KeymapPort['keymap'], text: string): string | undefined {
  if (text.startsWith(':'))
    return `A token doesn’t start with a colon. ${pressText(keymap, 'dialog.close', 'to type a command')}`.trimEnd();
  const problem = tokenProblem(text);
  return problem && `The typed text is not a token: ${problem}. Nothing was sent.`;
}

/**
 * The keys of a dialog whose component reads keys from Ink: only the key that closes it uses the key map.
 * @param enter the label of enter in the footer
 */
export function inkDialogKeys(title: string, enter: string, close: () => void) {
  const taken = {keys: ['enter'], title: enter, help: `Enter: ${enter}.`, order: 0, run: () => {}};
  return createLayer('dialog', {close}, {title, isModal: true, isTyping: () => true, extras: () => [taken]});
}
