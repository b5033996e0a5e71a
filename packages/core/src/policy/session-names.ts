import type { Pattern } from './terms.ts'

/** Parameters that carry a server's session: the same page for every visitor who has one. Stripped where `session` is on. */
export const SESSION_NAMES: readonly Pattern[] = [
  // Java servlet containers (Tomcat, Jetty, WebSphere) write it where cookies are refused.
  'jsessionid',
  // PHP with session.use_trans_sid.
  'phpsessid',
  // Forums and shops; three letters, so a site where it selects content needs `keep`.
  'sid',
  // Rails, OpenCms and home-made frameworks.
  'session_id',
  // Classic ASP appends random letters to the name itself: ASPSESSIONIDQQARCDTB.
  'aspsessionid*',
  // ColdFusion writes the client id and its token as two parameters.
  'cfid',
  'cftoken',
  // Other names that contain "session": sessionId, oldSession. Letters only, so session_date and session-2 stay.
  '/^[a-z]*session[a-z]*$/',
]
