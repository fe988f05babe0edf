/** Boot kernels (D2 §4.2). */
import {get} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {choice, dateTime, flag, model, type Read, text} from '../schema/field.ts';

/** A kernel that a config can boot (D2 §2.6). */
export const Kernel = model('Kernel', {
  id: text({readOnly: true, wire: 'image-or-kernel'}),
  label: text({readOnly: true, filterable: true}),
  version: text({readOnly: true, filterable: true}),
  kvm: flag({readOnly: true, filterable: true}),
  xen: flag({readOnly: true, filterable: true}),
  architecture: choice(['x86_64', 'i386'], {readOnly: true, filterable: true}),
  pvops: flag({readOnly: true, filterable: true}),
  deprecated: flag({readOnly: true, filterable: true}),
  built: dateTime({readOnly: true}),
});
export type Kernel = Read<typeof Kernel>;

export const kernels = family('kernels', {
  list: get('/compute/kernels', {auth: 'none', page: Kernel}),
  get: get('/compute/kernels/{kernelId}', {auth: 'none', responseModel: Kernel}),
});
