/** Files that go to the API itself: attachments, pictures. */

/** Bytes. The documents state no maximum; a larger file would be sent completely and then refused. */
export const maxUploadBytes = 100 * 1024 ** 2;
