/** Names whose presence marks a URL as signed: its query is proof of permission and must not be edited. */
export interface SignatureNames {
  /** One of them suffices. */
  readonly any: readonly string[]
  /** Both names of a pair must be there. */
  readonly pairs: readonly (readonly [string, string])[]
}

/** Lower case; compared as parameter names are, without regard to ASCII case and after one percent-decoding. */
export const SIGNATURE_NAMES: SignatureNames = {
  any: [
    // Amazon CloudFront and S3 (version 2), Google Cloud Storage (version 2), Alibaba and Huawei storage, and plain usage.
    'signature',
    // Azure shared access signatures (with sv, se, sp), video hosts.
    'sig',
    // Shopify app links, home-made signers.
    'hmac',
    // Amazon S3, version 4, and everything that speaks its protocol (R2, MinIO, Spaces).
    'x-amz-signature',
    // Google Cloud Storage, version 4.
    'x-goog-signature',
    // Alibaba Cloud storage, version 4.
    'x-oss-signature',
    // Volcengine storage.
    'x-tos-signature',
    // Tencent Cloud storage.
    'q-signature',
    // Amazon CloudFront: which key signed; used with Policy or Expires.
    'key-pair-id',
    // Akamai edge tokens: in one parameter the expiry, the path and the hmac.
    'hdnts',
    'hdnea',
    '__token__',
    // Alibaba Cloud CDN: time, random and md5 in one value.
    'auth_key',
  ],
  pairs: [
    // A token alone may be a search or paging token; with an expiry it is a permission (Bunny CDN and others).
    ['token', 'expires'],
    ['token', 'expiry'],
    ['token', 'exp'],
    // nginx secure_link.
    ['md5', 'expires'],
    ['hash', 'expires'],
    // Facebook and Instagram media: hash and expiry.
    ['oh', 'oe'],
    // Discord attachments: expiry and hmac.
    ['ex', 'hm'],
    // Tencent Cloud video.
    ['txsecret', 'txtime'],
  ],
}
