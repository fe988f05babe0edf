/** The inputs for deploying a system to a disk, shared by creating, rebuilding and adding a disk. */

import type {Image} from '../../../contract/resources/images.ts';
import type {StackScript} from '../../../contract/resources/stackscripts.ts';
import {unlessCompatible} from '../../catalogue/stackscripts.ts';
import type {FormCandidateContext, FormContext} from '../../shape/forms.ts';
import type {Lookup} from '../../shape/resource.ts';
import {scriptInputs} from './script-questions.ts';

/** Only available images can be deployed (D1 §2.4). */
export const unlessDeployable = (image: Image): string | undefined =>
  image.status === 'available'
    ? undefined
    : image.status === 'pending_upload'
      ? 'is waiting for its upload'
      : 'is still being created';

/** The reason why an image can't be deployed with the chosen StackScript. */
function unlessForScript(image: Image, id: unknown, lookup: Lookup): string | undefined {
  const script = typeof id === 'number' ? lookup.find('stackscripts', id) : undefined;
  return script && unlessCompatible(script, image.id, lookup) ? `${script.label} is not for it` : undefined;
}

/** "The image Debian 9 is deprecated." */
export function deprecatedImageWarnings(image: unknown, lookup: Lookup): readonly string[] {
  const found = typeof image === 'string' ? lookup.find('images', image) : undefined;
  return found?.deprecated === true ? [`The image ${found.label || found.id} is deprecated.`] : [];
}

const withImage = ({values}: FormContext): boolean => Boolean(values.image);

export const deployment = {
  image: {
    title: 'Image',
    input: 'pick',
    family: 'images',
    unless: ({candidate, values, lookup}: FormCandidateContext<Image>) =>
      unlessDeployable(candidate) ?? unlessForScript(candidate, values.stackscript_id, lookup),
    // A StackScript runs on the deployed image: without an image the API would ignore it without an error.
    required: (values: Readonly<Record<string, unknown>>) => Boolean(values.stackscript_id),
  },
  root_pass: {title: 'Root password', input: 'secret', required: true, isVisible: withImage},
  authorized_keys: {title: 'SSH keys', help: 'public keys, one a line', input: 'lines', isVisible: withImage},
  authorized_users: {
    title: 'SSH keys of users',
    help: 'the keys of these users are added',
    input: 'tags',
    family: 'account.users',
    isVisible: withImage,
  },
  stackscript_id: {
    title: 'StackScript',
    input: 'pick',
    family: 'stackscripts',
    unless: ({candidate: script, values, lookup}: FormCandidateContext<StackScript>) =>
      unlessCompatible(script, values.image, lookup),
    isVisible: withImage,
  },
  stackscript_data: {
    title: 'StackScript answers',
    input: 'group',
    inputs: scriptInputs,
    isVisible: (context: FormContext) => withImage(context) && Object.keys(scriptInputs(context)).length > 0,
  },
  booted: {title: 'Boot when ready', input: 'toggle', isVisible: withImage},
} as const;
