/** The only account, region and keys of the embedded cloud. They give no access to anything outside this machine. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export const accountId = '000000000000';
export const region = 'us-east-1';
export const credentials: Credentials = { accessKeyId: 'FURROWLOCAL', secretAccessKey: 'furrow-local-secret' };
