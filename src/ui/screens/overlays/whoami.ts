/** `:whoami`: the user, the account, the profile, and the profile's restrictions. */
import type {AccountPort, NotificationPort, ProfilesPort} from '../../context/ports.ts';

export function showIdentity(context: AccountPort & NotificationPort & ProfilesPort): void {
  const {session, profile, profiles} = context;
  const {user, account, failure, liveness} = session.account.getState().status;
  const facts = profiles.find(({name}) => name === profile.name);
  const userText = user === undefined ? (failure?.message ?? `not known yet: ${liveness}`) : user;
  const parts = [
    account === undefined ? userText : `${userText} of ${account}`,
    `profile ${profile.name}`,
    facts?.address,
    facts?.token && `token: ${facts.token}`,
    profile.production && 'production',
    profile.readOnly && 'read-only',
  ];
  context.say(parts.filter(Boolean).join(' · '), user === undefined ? 'attention' : 'plain');
}
