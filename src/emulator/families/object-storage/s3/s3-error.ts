/** Refusals of the S3 interface, with the codes that S3 clients know. */

export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

export const accessDenied = (): S3Error => new S3Error(403, 'AccessDenied', 'Access Denied');

export const noSuchBucket = (): S3Error => new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');

export const noSuchKey = (): S3Error => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');

export const noSuchUpload = (): S3Error =>
  new S3Error(404, 'NoSuchUpload', 'The multipart upload does not exist, or was completed or aborted.');

export const invalidArgument = (message: string): S3Error => new S3Error(400, 'InvalidArgument', message);

export const notImplemented = (name: string): S3Error =>
  new S3Error(501, 'NotImplemented', `The emulator does not implement ${name}.`);
