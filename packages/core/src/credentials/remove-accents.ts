/** Replaces accented letters by their base: `dirección` becomes `direccion`. */
export const removeAccents = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
