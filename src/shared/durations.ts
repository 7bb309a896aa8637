const secondMs = 1000
export const minuteMs = 60 * secondMs
export const dayMs = 24 * 60 * minuteMs
