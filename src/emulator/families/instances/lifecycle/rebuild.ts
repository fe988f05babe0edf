/** Rebuild and password reset. */
import type {Contract} from '../../../../contract/index.ts';
import {InstanceConfig} from '../../../../contract/instances/configs.ts';
import type {Instance} from '../../../../contract/instances/index.ts';
import type {Handlers} from '../../../engine/call.ts';
import {Json} from '../../../engine/http/json.ts';
import {badRequest, FieldErrors} from '../../../engine/http/refusal.ts';
import {visibleImage} from '../../images/image-kinds.ts';
import {stackscriptErrors} from '../../stackscripts/script-answers.ts';
import {withAllSlots} from '../disks/boot-configs.ts';
import {Disks, Instances, instanceEntity} from '../instance-kinds.ts';
import {imageErrors, provision} from './create.ts';
import {deployImage, wipeInstance} from './deploy-image.ts';
import {userErrors} from './deploy-users.ts';
import {requireIdle} from './power.ts';

export const rebuildHandlers: Pick<Handlers<Contract['instances']>, 'rebuild' | 'resetPassword'> = {
  rebuild(call) {
    const {db, body} = call;
    const instance = call.find(Instances, call.params.computeId);
    requireIdle(call, instance);
    const image = visibleImage(call, body.image);
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(!image, 'is not an Image of this account', 'image');
    if (image) imageErrors(fieldErrors, image, instance.specs.disk - 512);
    stackscriptErrors(fieldErrors, db, body);
    userErrors(fieldErrors, db, body.authorized_users);
    fieldErrors.throwIfAny();
    if (!image) throw new Error('an unknown image was let through');
    // All disks and configs are deleted with their content.
    wipeInstance(db, instance.id);
    const rebuilt = db.update(Instances, instance.id, {status: 'rebuilding', image: image.id});
    const config = deployImage(db, call.now, rebuilt, {image, swap: 512, interfaces: []});
    provision(call, rebuilt, {action: 'compute_rebuild', image, seconds: 30, booted: body.booted ?? true});
    // Providers return the new config, although the documents declare an instance.
    return call.dialect.rebuild === 'config'
      ? new Json<Instance>(JSON.stringify(withAllSlots(config)), InstanceConfig)
      : rebuilt;
  },

  resetPassword(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (instance.status !== 'offline') throw badRequest('The instance must be off.');
    const disks = call.db.all(Disks, instance.id).filter(({filesystem}) => filesystem !== 'swap');
    if (disks.length !== 1) throw badRequest('The instance has more than one disk; reset the password of the disk.');
    call.emitFinished({action: 'password_reset', entity: instanceEntity(instance)});
    return {};
  },
};
