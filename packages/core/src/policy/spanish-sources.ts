import type { PolicyFields } from './spec.ts'

/** The Spanish part of the policy `sources`, for admission and classification. Another country needs other words. */
export const SPANISH_SOURCES: PolicyFields = {
  languages: {
    prefer: ['es'],
    note: ['fr'],
    tokens: {
      es: ['es', 'cas', 'castellano'],
      ca: ['ca', 'cat', 'catala'],
      eu: ['eu', 'eus', 'euskera'],
      gl: ['gl', 'gal', 'galego'],
      va: ['va', 'val', 'valencia'],
      en: ['en', 'eng', 'english'],
      fr: ['fr', 'fra', 'francais'],
    },
    params: ['lang', 'idioma', 'locale'],
  },
  pagination: { params: ['page', 'pagina', 'p'] },
  classify: {
    documentExtensions: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'csv', 'ppt', 'pptx', 'odp', 'epub'],
    procedureWords: [
      'solicitud',
      'solicitar',
      'trámite',
      'procedimiento',
      'requisitos',
      'prestación',
      'ayuda',
      'beca',
      'certificado',
      'inscripción',
      'renovación',
      'cita previa',
    ],
    idParams: ['id', 'codigo', 'expediente'],
    // The official gazette numbers what it prints: BOE-A-2015-11430.
    ids: ['/boe-[a-z]-[0-9]{4}-[0-9]+/'],
  },
  citation: { qualifier: 'Puedes consultar más información en esta web: {name} ({host})' },
}
