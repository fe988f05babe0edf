/** Signatures of texts with the keys of SSH, made and checked by `ssh-keygen -Y`. */
import {spawn} from 'node:child_process';
import {errorMessage} from '../text/error-message.ts';
import {childEnv} from './child-env.ts';

/** The purpose of a signature: one that was made for something else, such as a commit, is not valid. */
const namespace = 'skydeck-plan';

const program = 'ssh-keygen';

/** The reason in words why a signature can't be made or isn't valid. */
export class SignatureError extends Error {}

/**
 * The signature of a text, in the form of `ssh-keygen`. A passphrase is asked for at the terminal; a public key is
 * signed for by the agent.
 * @param keyPath of a private key, or of a public key that the SSH agent holds
 * @throws SignatureError
 */
export async function signText(text: string, keyPath: string): Promise<string> {
  const {status, output} = await run(['-Y', 'sign', '-n', namespace, '-f', keyPath], text, 'inherit');
  if (status !== 0 || output === '') throw new SignatureError(`${program} could not sign with ${keyPath}`);
  return output;
}

/**
 * The name of the person who signed a text, as the file of allowed signers has it.
 * @throws SignatureError when the signature does not fit the text, or its key isn't on the list
 */
export async function findSigner(text: string, signaturePath: string, allowedSigners: string): Promise<string> {
  const found = await run(['-Y', 'find-principals', '-s', signaturePath, '-f', allowedSigners], '');
  const [signer = ''] = found.output.split('\n');
  if (found.status !== 0 || signer === '')
    throw new SignatureError(`The signature is not from a person in ${allowedSigners}`);
  const args = ['-Y', 'verify', '-n', namespace, '-f', allowedSigners, '-I', signer, '-s', signaturePath];
  const verified = await run(args, text);
  if (verified.status !== 0) throw new SignatureError(`The signature of ${signer} does not fit this plan`);
  return signer;
}

interface ProgramResult {
  readonly status: number | null;
  readonly output: string;
}

/** @param input text for its standard input @param errors whether the person sees its messages */
function run(args: readonly string[], input: string, errors: 'inherit' | 'ignore' = 'ignore'): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {stdio: ['pipe', 'pipe', errors], env: childEnv()});
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const message = error.code === 'ENOENT' ? `${program} is not installed` : `${program}: ${errorMessage(error)}`;
      reject(new SignatureError(message));
    });
    child.once('close', status => resolve({status, output}));
    // The program may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
