/** The page on which a user authorizes a program. It works without scripts, styles and pictures. */

const escapes: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, char => escapes[char] ?? char);

export interface LoginPageData {
  /** Label of the client. */
  readonly program: string;
  readonly scopes: string;
  readonly usernames: readonly string[];
  /** The fields of the request, which the form sends back. */
  readonly fields: ReadonlyMap<string, string>;
  /** True if the login needs no token. */
  readonly isOpen: boolean;
  /** Problem of the last attempt. */
  readonly problem: string | undefined;
}

export function loginPage({program, scopes, usernames, fields, problem, isOpen}: LoginPageData): string {
  const hiddenInputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const userOptions = usernames.map(name => `<option>${escaped(name)}</option>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Log in</title>
<h1>${escaped(program)} asks to act for you</h1>
<p>Scopes: ${scopes === '' ? 'none; it can read your profile only' : escaped(scopes)}</p>
${problem === undefined ? '' : `<p role="alert"><strong>${escaped(problem)}</strong></p>`}
<form method="post">
${hiddenInputs.join('\n')}
<p><label>User <select name="username">${userOptions.join('')}</select></label></p>
${isOpen ? '' : '<p><label>Token with full access (*), printed when the emulator started <input type="password" name="token" required></label></p>'}
<p><label>2FA code, if the user has 2FA <input name="tfa_code" autocomplete="one-time-code"></label></p>
<p><label><input type="checkbox" name="trust" value="on"> Trust this browser for 30 days</label></p>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>
</html>
`;
}
