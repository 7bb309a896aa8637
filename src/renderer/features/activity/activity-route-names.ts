/** Pages of the area. The name of a page is also the name of its route. */
export const activityRouteNames = ['activity', 'activity-detected', 'activity-jobs'] as const
