/** Files that pages are made of. Documents such as PDF are pages of their own. */
const ASSET_EXTENSION =
  /\.(?:css|m?js|cjs|map|png|jpe?g|gif|svgz?|webp|avif|bmp|ico|cur|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|og[gav]|webm|wav|flac|aac|avi|mov|mkv|flv|swf|wasm|m3u8|vtt)$/i
const ASSET_TYPE =
  /^(?:image|font|audio|video)\/|^text\/(?:css|vtt)\b|\/(?:x-)?(?:java|ecma)script\b|^application\/(?:wasm|(?:x-)?font|vnd\.ms-fontobject|x-shockwave-flash)/i

/**
 * Whether a URL led to a stylesheet, a script, an image or the like: pages share these, so they say nothing about pages. The
 * media type decides where it is known.
 */
export function isAsset(url: string, mediaType: string | undefined): boolean {
  if (mediaType !== undefined && mediaType !== '') return ASSET_TYPE.test(mediaType)
  const [path = ''] = url.split(/[?#]/, 1)
  return ASSET_EXTENSION.test(path)
}
