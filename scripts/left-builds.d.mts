export declare function removeLeftBuilds(folder: string): void
