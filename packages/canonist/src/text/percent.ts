/** `12.5 %` of 0.125. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
