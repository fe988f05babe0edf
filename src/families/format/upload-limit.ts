/** Files that go to the API itself: attachments, pictures. */

/** Bytes. The documents name no maximum; a larger file would be sent whole only to be refused. */
export const maxUploadBytes = 100 * 1024 ** 2;
