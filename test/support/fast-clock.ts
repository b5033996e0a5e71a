// Preloaded into a command: each look at the clock is a second later than the one before, so that no work is too short to show its progress.

const STEP_MS = 1000

let now = Date.now()
Date.now = () => (now += STEP_MS)
