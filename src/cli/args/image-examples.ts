/** Flags of the examples for copies and share groups of images. */
export const imageExamples: Readonly<Record<string, readonly string[]>> = {
  'images.replicate': ['golden-db-v14', '--regions', 'us-east,us-southeast'],
  'images.sharegroups.create': ['--label', 'agencies', '--images', '{"id":"private/15016"}'],
  'images.sharegroups.update': ['lab', '--description', 'Images for experiments'],
  'images.sharegroups.delete': ['lab'],
  'images.sharegroups.images.create': ['lab', '--images', '{"id":"private/15016","label":"web"}'],
  'images.sharegroups.images.update': ['partners', 'golden-web', '--description', 'Base of all web servers'],
  'images.sharegroups.images.delete': ['partners', 'golden-web'],
  'images.sharegroups.members.create': ['partners', '--label', 'south-agency', '--token', '@token.txt'],
  'images.sharegroups.members.update': ['partners', 'north-agency', '--label', 'northern-agency'],
  'images.sharegroups.members.delete': ['partners', 'north-agency'],
  'images.sharegroups.tokens.create': [
    ...['--valid-for-sharegroup-uuid', 'c7d9e1f3-4a6b-4c8d-9e0f-2b4d6f8a0c1e', '--label', 'appliances-2'],
  ],
  'images.sharegroups.tokens.update': ['for-appliances', '--label', 'appliances'],
  'images.sharegroups.tokens.delete': ['for-appliances'],
  'databases.mysql.suspend': ['shop-mysql'],
  'databases.mysql.resume': ['shop-mysql'],
  'databases.postgresql.suspend': ['orders'],
  'databases.postgresql.resume': ['orders'],
};
