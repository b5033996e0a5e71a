import { addFrontierUrls } from './add-frontier-urls.ts'
import { addUrls } from './add-urls.ts'
import { admit } from './admit.ts'
import { canonicalize } from './canonicalize.ts'
import { cite } from './cite.ts'
import { classify } from './classify.ts'
import { compare } from './compare.ts'
import { countFrontierUrls } from './count-frontier-urls.ts'
import { countReviews } from './count-reviews.ts'
import { adoptLearned, rejectLearned } from './decide-learned.ts'
import { decideReview } from './decide-review.ts'
import { decideReviews } from './decide-reviews.ts'
import { diffPolicies } from './diff-policies.ts'
import { explain } from './explain.ts'
import { explainFrontierUrl } from './explain-frontier-url.ts'
import { findPage } from './find-page.ts'
import { forgetFrontierUrls } from './forget-frontier-urls.ts'
import { getCaller } from './get-caller.ts'
import { getChanges } from './get-changes.ts'
import { getCountHistory } from './get-count-history.ts'
import { getFrontierGauges } from './get-frontier-gauges.ts'
import { getFrontierReasons } from './get-frontier-reasons.ts'
import { getFrontierStats } from './get-frontier-stats.ts'
import { getHealthSummary } from './get-health-summary.ts'
import { getHost } from './get-host.ts'
import { getPage } from './get-page.ts'
import { getPageHistory } from './get-page-history.ts'
import { getPolicy } from './get-policy.ts'
import { getRetention } from './get-retention.ts'
import { getReview } from './get-review.ts'
import { getRun, listRunItems, listRunLog } from './get-run.ts'
import { getSettings } from './get-settings.ts'
import { getStatus } from './get-status.ts'
import { getVerdict } from './get-verdict.ts'
import { listAliases } from './list-aliases.ts'
import { listFrontierUrls } from './list-frontier-urls.ts'
import { listHosts } from './list-hosts.ts'
import { listLeases } from './list-leases.ts'
import { listLearned } from './list-learned.ts'
import { listPages } from './list-pages.ts'
import { listPolicies } from './list-policies.ts'
import { listRejected } from './list-rejected.ts'
import { listReviews } from './list-reviews.ts'
import { listRuns } from './list-runs.ts'
import { listVerdicts } from './list-verdicts.ts'
import { loadExamples } from './load-examples.ts'
import { normalize } from './normalize.ts'
import { pauseHost } from './pause-host.ts'
import { previewDecisions } from './preview-decisions.ts'
import { prioritizeFrontierUrls } from './prioritize-frontier-urls.ts'
import { rankFrontierHosts, rankHealthHosts } from './rank-hosts.ts'
import { rekey } from './rekey.ts'
import { requeueFrontierUrls } from './requeue-frontier-urls.ts'
import { resolve } from './resolve.ts'
import { resumeHost } from './resume-host.ts'
import { sampleUrls } from './sample-urls.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { setHostDelay } from './set-host-delay.ts'
import { startRun } from './start-run.ts'
import { cancelRun, resumeRun } from './steer-run.ts'
import { deleteUpload, listUploads } from './uploads.ts'
import { undoDecision } from './undo-decision.ts'
import { undoRekey } from './undo-rekey.ts'

/** Everything that every interface can do, in the order of the documentation. */
export const OPERATIONS = {
  getStatus,
  getCaller,
  getCountHistory,
  getChanges,
  getSettings,
  getRetention,
  normalize,
  explain,
  compare,
  classify,
  resolve,
  canonicalize,
  admit,
  cite,
  addUrls,
  loadExamples,
  findPage,
  listPages,
  getPage,
  listAliases,
  getPageHistory,
  getVerdict,
  sampleUrls,
  listRejected,
  listReviews,
  countReviews,
  getReview,
  decideReview,
  previewDecisions,
  decideReviews,
  undoDecision,
  listFrontierUrls,
  countFrontierUrls,
  getFrontierStats,
  getFrontierReasons,
  rankFrontierHosts,
  getFrontierGauges,
  listLeases,
  explainFrontierUrl,
  addFrontierUrls,
  requeueFrontierUrls,
  prioritizeFrontierUrls,
  forgetFrontierUrls,
  listHosts,
  getHost,
  pauseHost,
  resumeHost,
  setHostDelay,
  listVerdicts,
  getHealthSummary,
  rankHealthHosts,
  listPolicies,
  getPolicy,
  diffPolicies,
  rekey,
  undoRekey,
  listLearned,
  adoptLearned,
  rejectLearned,
  listRuns,
  startRun,
  getRun,
  listRunLog,
  listRunItems,
  cancelRun,
  resumeRun,
  listUploads,
  deleteUpload,
  listSessions,
  endSession,
  endSessions,
} as const

export type OperationName = keyof typeof OPERATIONS
