/** `12.5 %` of 0.125. */
export const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`
